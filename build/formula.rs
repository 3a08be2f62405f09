//! From TeX to MathML in which each role has its colour.

use math_core::{LatexToMathML, MathDisplay};

/// Identifiers and the role that colours them: the matrices, their rows in bold, a score and a weight.
const ROLES: [(&str, &str); 12] = [
    ("Q", "query"),
    ("K", "key"),
    ("V", "value"),
    ("A", "weight"),
    ("O", "output"),
    ("𝐪", "query"),
    ("𝐤", "key"),
    ("𝐯", "value"),
    ("𝐚", "weight"),
    ("𝐨", "output"),
    ("s", "score"),
    ("a", "weight"),
];

/// Renders formulas.
#[derive(Default)]
pub struct Renderer(LatexToMathML);

impl Renderer {
    /// `tex` as a line of text holds it.
    ///
    /// # Errors
    /// What the parser says.
    pub fn inline(&self, tex: &str) -> Result<String, String> {
        self.render(tex, MathDisplay::Inline)
    }

    /// `tex` on a line of its own, in a container that scrolls when the page is narrow.
    ///
    /// # Errors
    /// What the parser says.
    pub fn display(&self, tex: &str) -> Result<String, String> {
        Ok(format!("<div class=\"formula\" tabindex=\"0\">{}</div>\n", self.render(tex, MathDisplay::Block)?))
    }

    fn render(&self, tex: &str, display: MathDisplay) -> Result<String, String> {
        match self.0.convert_with_local_state(tex, display) {
            Ok(result) => Ok(coloured(&spaced(&result.mathml))),
            Err(error) => Err(format!("formula ${}$: {error}", tex.trim())),
        }
    }
}

// WebKit leaves the space after an operator before what stands under it: there it has none, and what follows has it.
fn spaced(mathml: &str) -> String {
    const SPACE: &str = "0.1667em";
    let mut parts = mathml.split("<munder><mo");
    let mut spaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (attributes, rest) = part.split_once('>').unwrap_or((part, ""));
        let (under, after) = rest.split_once("</munder>").unwrap_or((rest, ""));
        let attributes = attributes.replace(&format!(" rspace=\"{SPACE}\""), "");
        // An operator that has been told its space keeps it: it is followed by none.
        if attributes.contains("rspace") {
            spaced += &format!("<munder><mo{attributes}>{under}</munder>{after}");
        } else {
            spaced +=
                &format!("<munder><mo{attributes} rspace=\"0\">{under}</munder><mspace width=\"{SPACE}\"/>{after}");
        }
    }
    spaced
}

fn coloured(mathml: &str) -> String {
    let mut mathml = mathml.replace(">softmax</mo>", " class=\"weight\">softmax</mo>");
    for (name, role) in ROLES {
        let identifier = format!("<mi class=\"{role}\">{name}</mi>");
        mathml = mathml.replace(&format!("<mi>{name}</mi>"), &identifier);
        // W_Q, W_K, W_V, as one name.
        let projection = format!("<msub><mi class=\"{role}\">W</mi>{identifier}");
        mathml = mathml.replace(&format!("<msub><mi>W</mi>{identifier}"), &projection);
    }
    mathml
}

/// `tex` with every `\text{…}` emptied, and without the spaces around it: what the languages share.
pub fn without_text(tex: &str) -> String {
    let mut words = tex.trim().split("\\text{");
    let mut rest = words.next().unwrap_or_default().to_owned();
    for word in words {
        rest.push_str("\\text{}");
        rest.push_str(word.split_once('}').map_or("", |(_, after)| after));
    }
    rest
}
