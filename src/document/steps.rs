//! The walk through the computation, as fine as one row of one stage.

use crate::engine::cell::Name;
use crate::engine::inputs::Inputs;

/// One step: a row of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The stage.
    pub name: Name,
    /// Its row, from 0.
    pub row: usize,
}

/// The stages that are walked through, in order: what is computed, not what is typed.
pub fn stages(inputs: &Inputs) -> Vec<Name> {
    let typed = inputs.typed();
    let all = [Name::Q, Name::K, Name::V, Name::Scores, Name::Scaled, Name::Masked];
    let all = all.into_iter().chain([Name::Exponentials, Name::Weights, Name::Output]);
    all.filter(|name| !typed.contains(name) && rows(inputs, *name) > 0).collect()
}

/// How many rows a matrix or stage has; 0 where this computation has no such matrix.
pub fn rows(inputs: &Inputs, name: Name) -> usize {
    match name {
        Name::Scaled | Name::Masked | Name::Exponentials | Name::Weights | Name::Output | Name::Scores => {
            inputs.queries()
        }
        other => inputs.matrix(other).map_or(0, |matrix| matrix.nrows()),
    }
}

/// The number of steps.
pub fn count(inputs: &Inputs) -> usize {
    stages(inputs).into_iter().map(|name| rows(inputs, name)).sum()
}

/// Step `number`, from 1; `None` for 0 (everything is shown) and beyond the end.
pub fn at(inputs: &Inputs, number: usize) -> Option<Step> {
    let mut left = number.checked_sub(1)?;
    for name in stages(inputs) {
        let rows = rows(inputs, name);
        if left < rows {
            return Some(Step { name, row: left });
        }
        left -= rows;
    }
    None
}

/// The first step of the stage after the one of step `number`, or the last step.
pub fn next_stage(inputs: &Inputs, number: usize) -> usize {
    let now = at(inputs, number).map(|step| step.name);
    (number + 1..=count(inputs)).find(|&n| at(inputs, n).map(|step| step.name) != now).unwrap_or(count(inputs))
}

/// The first step of the stage of step `number`, or, there already, of the stage before; at least 1.
pub fn previous_stage(inputs: &Inputs, number: usize) -> usize {
    let before = number.saturating_sub(1);
    let name = at(inputs, before).map(|step| step.name);
    (1..=before).find(|&n| at(inputs, n).map(|step| step.name) == name).unwrap_or(1)
}

/// Whether row `row` of `name` is reached at step `number`; typed matrices always are, and at 0 everything is.
pub fn is_reached(inputs: &Inputs, number: usize, name: Name, row: usize) -> bool {
    let Some(now) = at(inputs, number) else { return true };
    let order = |wanted: Name| stages(inputs).iter().position(|&name| name == wanted);
    match (order(name), order(now.name)) {
        (Some(this), Some(current)) => this < current || (this == current && row <= now.row),
        _ => true,
    }
}
