//! The convex hull of points in the plane, by Andrew's monotone chain (Andrew 1979, Information Processing Letters 9).

/// The corners of the convex hull of `points` as their indices, counter-clockwise from the leftmost (of several, the
/// lowest). Points on an edge are left out, and so are repeated points and any that is not finite: nothing gives no
/// corner, equal points give one, points on a line give its two ends.
pub fn hull(points: &[[f64; 2]]) -> Vec<usize> {
    let scale = scale(points);
    let scaled: Vec<[f64; 2]> = points.iter().map(|point| point.map(|x| x * scale)).collect();
    // `+ 0.0`: −0 and 0 are one place.
    let before = |a: usize, b: usize| {
        let ([ax, ay], [bx, by]) = (scaled[a].map(|x| x + 0.0), scaled[b].map(|x| x + 0.0));
        (ax, ay) < (bx, by)
    };
    // Put in order one by one: the library's sort would weigh 3 kB in the page for a dozen points.
    let mut order: Vec<usize> = Vec::new();
    for i in (0..points.len()).filter(|&i| finite(points[i])) {
        let at = order.partition_point(|&other| before(other, i));
        if order.get(at).is_none_or(|&other| before(i, other)) {
            order.insert(at, i);
        }
    }
    if order.len() < 3 {
        return order;
    }
    let mut corners = chain(&scaled, order.iter().copied());
    let upper = chain(&scaled, order.iter().rev().copied());
    // Each chain ends where the other begins.
    corners.pop();
    corners.extend(&upper[..upper.len() - 1]);
    corners
}

/// How far `point` lies outside of the hull with these `corners`, in the order of [`hull`]; 0 inside and on the edge.
///
/// What rounding alone can give counts as inside. Of no corner, or where a number is not finite, it is NaN.
pub fn distance_outside(point: [f64; 2], corners: &[[f64; 2]]) -> f64 {
    let all = || corners.iter().copied().chain([point]);
    if corners.is_empty() || !all().all(finite) {
        return f64::NAN;
    }
    let count = corners.len();
    let edges = || (0..count).map(|i| (corners[i], corners[(i + 1) % count]));
    if count > 2 && edges().all(|(a, b)| left_of(a, b, point) >= 0.0) {
        return 0.0;
    }
    let distance = edges().map(|(a, b)| to_segment(point, a, b)).fold(f64::INFINITY, f64::min);
    let largest = all().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    if distance <= 64.0 * f64::EPSILON * largest { 0.0 } else { distance }
}

fn finite(point: [f64; 2]) -> bool {
    point.iter().all(|x| x.is_finite())
}

// A power of two that keeps the products below from overflowing, or all being 0.
fn scale(points: &[[f64; 2]]) -> f64 {
    let largest = points.iter().copied().filter(|&point| finite(point)).flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
    match largest {
        x if x > 1e150 => 2f64.powi(-600),
        x if x < 1e-150 => 2f64.powi(600),
        _ => 1.0,
    }
}

// One side of the hull: turns left only.
fn chain(points: &[[f64; 2]], order: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for next in order {
        while let [.., a, b] = kept[..]
            && left_of(points[a], points[b], points[next]) <= 0.0
        {
            kept.pop();
        }
        kept.push(next);
    }
    kept
}

// Above 0 where `point` lies left of the way from `a` to `b`, below 0 on its right; 0 where rounding hides which.
fn left_of(a: [f64; 2], b: [f64; 2], point: [f64; 2]) -> f64 {
    let scale = scale(&[a, b, point]);
    let [[ax, ay], [bx, by], [px, py]] = [a, b, point].map(|point| point.map(|x| x * scale));
    let (one, other) = ((bx - ax) * (py - ay), (by - ay) * (px - ax));
    let cross = one - other;
    if cross.abs() <= 4.0 * f64::EPSILON * (one.abs() + other.abs()) { 0.0 } else { cross }
}

// The distance from `point` to the nearest place between `a` and `b`.
fn to_segment(point: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let scale = scale(&[a, b, point]);
    let [[ax, ay], [bx, by], [px, py]] = [a, b, point].map(|point| point.map(|x| x * scale));
    let (dx, dy) = (bx - ax, by - ay);
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 { (((px - ax) * dx + (py - ay) * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
    (px - ax - along * dx).hypot(py - ay - along * dy) / scale
}
