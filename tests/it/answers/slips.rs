//! Which slip is named.

use super::*;

#[test]
fn every_slip_is_named_by_its_own_number_to_three_digits() {
    let mut count = 0;
    for (name, question, inputs) in questions() {
        let right = question.answer(&inputs).expect("the cell is there");
        let all = wrong(question, &inputs);
        for &(value, _) in &all {
            for answer in [value, rounded(value, 3)] {
                // Too near to the right number to tell the two apart from three digits.
                if question.accepts(&inputs, answer) || !explains(answer, value, right) {
                    assert!(
                        (value - right).abs() < 0.02 * right.abs().max(value.abs()),
                        "{name}: {answer} for {value}"
                    );
                    continue;
                }
                count += 1;
                let named = question.cause(&inputs, answer);
                let alike = |other: &(f64, Cause)| named == Some(other.1) && explains(answer, other.0, right);
                let rounds = named == Some(Cause::Slip(Slip::Rounded)) && (answer == 0.0 || answer == 1.0);
                assert!(rounds || all.iter().any(alike), "{name}: {answer} is told {named:?}");
            }
        }
    }
    assert!(count > 250, "{count} answers");
}

/// The slips that once were not named, or named to answers that merely were near 0.
#[test]
fn slips_are_named_in_the_form_that_the_lessons_teach() {
    let told = |start, question: usize, answer| {
        let document = at_start("by-hand", start);
        document.chosen().questions[question - 1].cause(&document.inputs, answer)
    };
    assert_eq!(told("a", 3, 0.493), Some(Cause::Slip(Slip::NotNormalised)), "e^(z − m)");
    assert_eq!(told("b", 4, 0.368), Some(Cause::Slip(Slip::NotNormalised)), "e^(z − m)");
    assert_eq!(told("a", 3, 2.028), Some(Cause::Slip(Slip::NotNormalised)), "e^z");
    // A hidden key: its logit is −∞, which explains nothing.
    for answer in [0.5, 0.1, 1.0, -3.0, 42.0, 0.01] {
        assert_ne!(told("e", 1, answer), Some(Cause::Slip(Slip::LogitGiven)), "{answer}");
    }
    assert_eq!(told("e", 1, 0.5), None);
    for answer in [1e-3, -1e-3, 2e-4, 1e-6, -1e-9] {
        assert_eq!(told("b", 1, answer), None, "{answer} is near 0, and so is the right number");
    }
}

/// How often an answer at random is told a slip. With many digits, a mistake covers 0.4 % of its own size, and no
/// question has more than eleven: below 4.4 % for each question, were all of them in range, apart, and as large as the
/// range. Over all questions it is 0.5 % of uniform answers and 0.1 % of log-uniform ones; the bounds are twice that and
/// more. An answer of two decimals is one of a hundred, and each mistake has one of them: four or five mistakes that lie
/// in range, and the right number given too coarsely, would be 5 %; 2.6 % it is. Near 0 nothing is named that is merely near 0 as well.
#[test]
fn answers_at_random_are_seldom_told_a_slip() {
    const EACH: usize = 1000;
    let mut random = Stream::new(7, 0);
    let (mut uniform, mut wide, mut two, mut small, mut asked) = (0usize, 0usize, 0usize, 0usize, 0usize);
    let (mut words, mut problems) = (0usize, 0usize);
    for (name, question, inputs) in questions() {
        let Asked::Cell(cell) = question.asked else {
            // A problem in words has at most four mistakes, each 0.4 % of its size.
            let right = question.answer(&inputs).expect("an answer");
            // That a count is no whole number is true of all of these.
            let named = |answer| question.cause(&inputs, answer).is_some_and(|cause| cause != Cause::NotWhole);
            let told = (0..EACH).filter(|_| named(2.0 * right * random.uniform())).count();
            assert!(told <= EACH * 4 / 100, "{name}: {told} of {EACH}");
            (words, problems) = (words + told, problems + 1);
            continue;
        };
        asked += 1;
        let right = question.answer(&inputs).expect("the cell is there");
        let is_weight = cell.name == Name::Weights;
        let range = if is_weight { 1.0 } else { 2.0 * right.abs().max(1.0) };
        let slips = Slips::of(&question.inputs(&inputs), cell).expect("the cell is there");
        let told = |answer: f64| {
            let wrong = !accepts(cell, answer, right);
            usize::from(wrong && (slips.behind(answer).is_some() || coarse(answer, right)))
        };
        assert_eq!(told(0.5), usize::from(question.cause(&inputs, 0.5).is_some()), "{name}");
        let mut here = 0;
        for _ in 0..EACH {
            let x = random.uniform();
            here += told(range * x);
            wide += told(range * 10f64.powf(-4.0 * x));
            two += told((range * x * 100.0).round() / 100.0);
            // Near 0, of either sign; 0 itself is an answer of its own.
            small += told((2.0 * x - 1.0) * 1e-3);
        }
        assert!(here <= EACH * 44 / 1000, "{name}: {here} of {EACH}");
        uniform += here;
    }
    let share = |count: usize| count as f64 / (asked * EACH) as f64;
    let [uniform, wide, two, small] = [uniform, wide, two, small].map(share);
    println!("told a slip: {uniform:.4} uniform, {wide:.4} log-uniform, {two:.4} of two decimals, {small:.4} near 0");
    println!("problems in words: {:.4}", words as f64 / (problems * EACH) as f64);
    assert!(uniform < 0.01 && wide < 0.005, "{uniform} {wide}");
    assert!(two < 0.05, "{two}");
    assert!(small < 0.001, "{small}");
}
