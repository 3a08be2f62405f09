//! Which figures would give away what an exercise asks.

use super::Figure;

impl Figure {
    /// Whether it shows numbers of the page's own computation. Such a figure stays covered while any of them is asked for;
    /// the pipeline and the panels of scalings cover their own, and shapes give nothing away.
    pub fn tells(self) -> bool {
        matches!(
            self,
            Self::MaskBeforeAfter
                | Self::Jacobian
                | Self::Formats
                | Self::MaskConstants
                | Self::OnlineSteps
                | Self::Cosine
                | Self::Heads
                | Self::Cache
                | Self::Arrows
                | Self::Hull
                | Self::ScoreKinds
                | Self::MixingScale
                | Self::HiddenNan
                | Self::Permutation
                | Self::RowShift
                | Self::Indicators
        )
    }
}
