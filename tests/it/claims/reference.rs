//! The numbers of the reference card.

use super::*;

#[test]
fn reference() {
    let mut claims = Claims::default();
    claims.given("exact, and the mean and variance of the premise", "0 1 2");
    claims.given("bits of precision, tested below, and bytes", "53 24 11 8 4");
    claims.given("papers", "2017 1706.03762 2018 1805.02867 2022 2205.14135 2203.03466");
    let bits = |precision: Precision| 1.0 - unit_in_last_place(precision, 1.0).log2();
    assert_eq!(Precision::ALL.iter().map(|&p| bits(p)).collect::<Vec<_>>(), [53.0, 24.0, 8.0, 11.0]);
    let model = Model::multi_head(3.0, 5.0, 1.0, 2.0);
    claims.is("8", model.projections() / (3.0 * 25.0));
    claims.is("4", model.attention() / (9.0 * 5.0));
    claims.is("16", model.feed_forward() / (3.0 * 25.0));
    // 2 · T · (heads · width of a head) · layers · bytes.
    assert_eq!(model.cache_bytes(), 2.0 * 3.0 * 5.0 * 1.0 * 2.0);
    check("reference", &claims);
}

/// One sheet of paper: short lines, few enough for three columns.
#[test]
fn the_card_is_short() {
    for language in ["zh", "en"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/lessons/reference.{language}.md"));
        let text = fs::read_to_string(path).expect("the card");
        let lines = text.lines().filter(|line| !line.is_empty()).count();
        assert!(lines <= 60, "{language}: {lines} lines");
    }
}
