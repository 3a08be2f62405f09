//! The two languages of the page. A sentence is a [`Text`], so one that lacks a language does not compile.

use serde::{Deserialize, Serialize};

/// A language of the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Language {
    /// The value of the HTML `lang` attribute (BCP 47).
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh-Hans",
        }
    }
}

/// What was written in both languages at once, as by a worker that does not know which one is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// Simplified Chinese.
    pub zh: String,
    /// English.
    pub en: String,
}

impl Words {
    /// The words in `language`.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Zh => &self.zh,
        }
    }
}

impl From<Text> for Words {
    fn from(text: Text) -> Self {
        Self { zh: text.zh.to_owned(), en: text.en.to_owned() }
    }
}

/// One sentence in both languages. Sentences with values in them are functions that match on [`Language`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// Simplified Chinese.
    pub zh: &'static str,
    /// English.
    pub en: &'static str,
}

impl Text {
    /// The sentence in `language`.
    pub const fn get(self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Zh => self.zh,
        }
    }
}
