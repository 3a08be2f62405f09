//! Why a paste was refused, in the reader's language.

use super::problem::number_message;
use crate::engine::inputs::Inputs;
use crate::number::block::BlockError;
use crate::text::Language;

/// What is wrong with a pasted block: a sentence that names the row and column of the paste.
pub fn block_message(error: &BlockError, language: Language) -> String {
    let most = Inputs::MAX_SIZE;
    match (error, language) {
        (BlockError::Entry(row, column, word, why), Language::Zh) => {
            format!("粘贴内容的第 {row} 行第 {column} 列，“{word}”：{}", number_message(*why).zh)
        }
        (BlockError::Entry(row, column, word, why), Language::En) => {
            format!("row {row}, column {column} of the paste, “{word}”: {}", number_message(*why).en)
        }
        (BlockError::Comma(row, column, word), Language::Zh) => {
            format!("粘贴内容的第 {row} 行第 {column} 列，“{word}”里的逗号可能是千位分隔符，也可能是小数点；请去掉逗号，或写成小数点。")
        }
        (BlockError::Comma(row, column, word), Language::En) => format!(
            "row {row}, column {column} of the paste: the comma in “{word}” may part thousands or decimals; leave it out, or write a point."
        ),
        (BlockError::Ragged(row, count, first), Language::Zh) => {
            format!("粘贴内容的第 {row} 行有 {count} 个数，第 1 行却有 {first} 个。")
        }
        (BlockError::Ragged(row, count, first), Language::En) => format!(
            "row {row} of the paste has {count} number{} where row 1 has {first}.",
            if *count == 1 { "" } else { "s" }
        ),
        (BlockError::Several(count), Language::Zh) => {
            format!("粘贴内容里有 {count} 个矩阵，你要哪一个？请只打印并复制其中一个，例如 t[0] 或 t[0, 0]（第一个头）。")
        }
        (BlockError::Several(count), Language::En) => format!(
            "the paste holds {count} matrices: which one is meant? Print and copy one of them, such as t[0] or t[0, 0] (the first head)."
        ),
        (BlockError::Arithmetic(text), Language::Zh) => {
            format!("这里不会计算“{text}”；请先算好，把打印出的结果粘贴过来。")
        }
        (BlockError::Arithmetic(text), Language::En) => {
            format!("“{text}” is not computed here: print the result and paste that.")
        }
        (BlockError::Elided, Language::Zh) => "打印结果用“...”省略了一些数。要打印全部：torch.set_printoptions(profile=\"full\") 或 np.set_printoptions(threshold=sys.maxsize)。".to_owned(),
        (BlockError::Elided, Language::En) => "the print leaves numbers out (“...”). To print all: torch.set_printoptions(profile=\"full\") or np.set_printoptions(threshold=sys.maxsize).".to_owned(),
        (BlockError::Truth, Language::Zh) => "粘贴内容里有真值（True、False），不是数；真值可以粘贴到手画的掩码里。".to_owned(),
        (BlockError::Truth, Language::En) => "these are truth values (True, False), not numbers; they can be pasted into the drawn mask.".to_owned(),
        (BlockError::TooLarge(rows, columns), Language::Zh) => {
            format!("粘贴后会是 {rows}×{columns}；最多 {most} 行、{most} 列。")
        }
        (BlockError::TooLarge(rows, columns), Language::En) => {
            format!("that would be {rows}×{columns}; at most {most} rows and {most} columns are possible.")
        }
        (BlockError::Shape(rows, columns), Language::Zh) => format!("掩码应是 {rows} 行 {columns} 列的真值，或 0 与 1。"),
        (BlockError::Shape(rows, columns), Language::En) => {
            format!("a {rows}×{columns} mask of truth values, or of 0 and 1, is needed.")
        }
    }
}
