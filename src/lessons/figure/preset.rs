//! Values that a figure can be set to at one go.

use super::{Figure, Settings};
use crate::text::Text;

/// Named values of the settings of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// What they are the values of.
    pub label: Text,
    /// Settings by key; those left out take their usual values.
    pub values: &'static [(&'static str, f64)],
}

/// Sizes of models. Radford et al. 2019 for GPT-2; Grattafiori et al. 2024 (arXiv 2407.21783) for Llama 3.1, whose
/// feed-forward layer is not the one that the calculator counts.
const MODELS: &[Preset] = &[
    Preset {
        label: Text { zh: "长上下文，24 层", en: "long context, 24 layers" },
        values: &[("T", 131_072.0), ("D", 4096.0), ("H", 32.0), ("G", 32.0), ("d_k", 128.0), ("layers", 24.0)],
    },
    Preset {
        label: Text { zh: "GPT-2 small 的尺寸", en: "sizes of GPT-2 small" },
        values: &[("T", 1024.0), ("D", 768.0), ("H", 12.0), ("G", 12.0), ("d_k", 64.0), ("layers", 12.0)],
    },
    Preset {
        label: Text { zh: "Llama 3.1 8B 的尺寸（分组查询）", en: "sizes of Llama 3.1 8B (grouped queries)" },
        values: &[("T", 131_072.0), ("D", 4096.0), ("H", 32.0), ("G", 8.0), ("d_k", 128.0), ("layers", 32.0)],
    },
];

impl Figure {
    /// What its settings can be set to at one go; most figures have none.
    pub fn presets(self) -> &'static [Preset] {
        match self {
            Self::Calculator => MODELS,
            _ => &[],
        }
    }
}

impl Settings {
    /// Sets every setting of `figure` to its value in `preset`, or to its usual one.
    pub fn apply(&mut self, figure: Figure, preset: &Preset) {
        for setting in figure.settings() {
            let named = preset.values.iter().find(|(key, _)| *key == setting.key);
            self.set(figure, setting, named.map_or(setting.usual, |(_, value)| *value));
        }
    }
}
