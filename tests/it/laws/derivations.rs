//! Laws of derivations, and of the names of cells.

use super::*;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_derivation_evaluates_to_its_cell(inputs in carried_out(wild)) {
        let trace = attend(&inputs);
        for name in Name::ALL {
            for cell in cells(&inputs, &trace, name) {
                let own = value(&inputs, &trace, cell).expect("a cell within its matrix");
                let derivation = derive(&inputs, &trace, cell).expect("a derivation");
                let found = derivation.evaluate(inputs.numerics());
                prop_assert!(same_bits(found, own), "{cell}: {found:e}, not {own:e}, from {derivation:?}");
                prop_assert_eq!(matches!(derivation, Derivation::Given(_)), inputs.typed().contains(&name));
                for source in derivation.sources() {
                    prop_assert!(value(&inputs, &trace, source).is_some(), "{cell} has no source {source}");
                    prop_assert!(source.name < name, "{cell} comes before its source {source}");
                }
                for Term { cell: source, value: shown } in terms(&derivation) {
                    let stands = value(&inputs, &trace, source).expect("a term within its matrix");
                    prop_assert!(same_bits(shown, stands), "{cell}: {source} is {stands:e}, not {shown:e}");
                }
            }
            let (rows, columns) = shape(&inputs, &trace, name).unwrap_or_default();
            for outside in [Cell::new(name, rows, 0), Cell::new(name, 0, columns)] {
                prop_assert_eq!(derive(&inputs, &trace, outside), None);
                prop_assert_eq!(value(&inputs, &trace, outside), None);
            }
        }
    }

    #[test]
    fn sources_are_the_rows_and_columns_of_the_formula(inputs in inputs(tame)) {
        let trace = attend(&inputs);
        for name in Name::ALL {
            for cell in cells(&inputs, &trace, name) {
                let found = derive(&inputs, &trace, cell).expect("a derivation").sources();
                prop_assert_eq!(found, formula(&inputs, cell), "{}", cell);
            }
        }
    }

    #[test]
    fn a_cell_is_read_as_it_is_written(name in select(Name::ALL.to_vec()), row in 0..1000usize, column in 0..1000usize) {
        let cell = Cell::new(name, row, column);
        prop_assert_eq!(Cell::parse(&cell.to_string()), Some(cell));
        prop_assert_eq!(cell.to_string(), format!("{} {} {}", name.id(), row + 1, column + 1));
    }

    #[test]
    fn noise_is_no_cell(text in "(X|Q|weights|none.weights|output)?[ 0-9a-z.−+-]{0,12}") {
        if let Some(cell) = Cell::parse(&text) {
            prop_assert_eq!(Cell::parse(&cell.to_string()), Some(cell));
            prop_assert_eq!(text.split(' ').count(), 3);
        }
    }
}

/// Every number that a derivation shows with its place.
fn terms(derivation: &Derivation) -> Vec<Term> {
    match derivation {
        Derivation::Given(_) => Vec::new(),
        Derivation::Dot(pairs) | Derivation::Mix { pairs, .. } => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
        Derivation::Scaled { score, .. } => vec![*score],
        Derivation::Masked { scaled, .. } => vec![*scaled],
        Derivation::Exp { masked, .. } => vec![*masked],
        Derivation::Quotient { row, .. } => row.clone(),
    }
}

/// The sources of a cell as the formulas name them.
fn formula(inputs: &Inputs, cell: Cell) -> Vec<Cell> {
    let Cell { name, row: i, column: j } = cell;
    let own = |name| vec![Cell::new(name, i, j)];
    let pairs = |n: usize, a: fn(usize, usize, usize) -> Cell, b: fn(usize, usize, usize) -> Cell| {
        (0..n).flat_map(|k| [a(i, j, k), b(i, j, k)]).collect::<Vec<_>>()
    };
    if inputs.typed().contains(&name) {
        return Vec::new();
    }
    let model = inputs.size(Dimension::Model).unwrap_or_default();
    match name {
        Name::X | Name::WQ | Name::WK | Name::WV => Vec::new(),
        Name::Q => pairs(model, |i, _, k| Cell::new(Name::X, i, k), |_, j, k| Cell::new(Name::WQ, k, j)),
        Name::K => pairs(model, |i, _, k| Cell::new(Name::X, i, k), |_, j, k| Cell::new(Name::WK, k, j)),
        Name::V => pairs(model, |i, _, k| Cell::new(Name::X, i, k), |_, j, k| Cell::new(Name::WV, k, j)),
        Name::Scores => pairs(inputs.d_k(), |i, _, k| Cell::new(Name::Q, i, k), |_, j, k| Cell::new(Name::K, j, k)),
        Name::Scaled => own(Name::Scores),
        Name::Masked => own(Name::Scaled),
        Name::Exponentials => own(Name::Masked),
        Name::Weights => (0..inputs.keys()).map(|key| Cell::new(Name::Exponentials, i, key)).collect(),
        Name::Output => (0..inputs.keys())
            .filter(|&key| !hidden(inputs, i, key))
            .flat_map(|key| [Cell::new(Name::Weights, i, key), Cell::new(Name::V, key, j)])
            .collect(),
    }
}

#[test]
fn what_is_no_cell() {
    for text in
        ["", "X", "X 1", "X 0 1", "X 1 0", "X 1 1 1", "X 1 1 ", " X 1 1", "x 1 1", "X −1 1", "X 1.0 1", "none.X 1 1"]
    {
        assert_eq!(Cell::parse(text), None, "{text:?}");
    }
    assert_eq!(Cell::parse("weights 1 2"), Some(Cell::new(Name::Weights, 0, 1)));
}

/// The working names what was left out, and why a cell is hidden.
#[test]
fn derivations_say_what_is_hidden() {
    let mask = Mask { causal: Causal::TopLeft, ..Mask::padding([1]) };
    let source = Source::Scores { scores: Matrix::zeros(2, 3), v: Matrix::zeros(3, 1), d_k: 1 };
    let inputs = Inputs::new(source, Scaling::Sqrt, mask).expect("shapes");
    let trace = attend(&inputs);
    let derived = |name, i, j| derive(&inputs, &trace, Cell::new(name, i, j)).expect("a derivation");
    let Derivation::Masked { hidden, .. } = derived(Name::Masked, 0, 1) else { panic!("not masked") };
    assert!(hidden.causal && hidden.padding);
    let Derivation::Mix { pairs, skipped } = derived(Name::Output, 1, 0) else { panic!("no mix") };
    assert_eq!((pairs.len(), skipped), (1, vec![1, 2]));
    let Derivation::Quotient { column, row, row_sum, .. } = derived(Name::Weights, 1, 2) else { panic!("no quotient") };
    assert_eq!((column, row.len(), row_sum), (2, 3, 1.0));
    let Derivation::Exp { row_max, .. } = derived(Name::Exponentials, 1, 0) else { panic!("no exponential") };
    assert_eq!(row_max, 0.0);
}
