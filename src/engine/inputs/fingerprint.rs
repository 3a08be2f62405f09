//! A number by which two computations are told apart.

use super::Inputs;
use crate::engine::precision::Numerics;

impl Inputs {
    /// A number that follows from every bit of what is computed with: two computations of different ones differ, and two
    /// that differ have, but for one chance in 2³², different ones.
    pub fn fingerprint(&self) -> u32 {
        // FNV-1a, 32 bits at a time.
        let mut sum = 0x811c_9dc5_u32;
        let mut add = |x: f64| {
            let bits = x.to_bits();
            for half in [bits as u32, (bits >> 32) as u32] {
                sum = (sum ^ half).wrapping_mul(0x0100_0193);
                // Multiplying carries nothing down.
                sum ^= sum >> 15;
            }
        };
        for matrix in self.typed().iter().filter_map(|&name| self.matrix(name)) {
            matrix.iter().for_each(|&x| add(x));
        }
        let Numerics { precision, naive, constant } = self.numerics;
        let sizes = [self.queries(), self.keys(), self.d_k(), precision as usize, naive.into(), constant as usize];
        sizes.into_iter().for_each(|size| add(size as f64));
        add(self.set_divisor());
        add(self.softcap.unwrap_or(0.0));
        for i in 0..self.queries() {
            for j in 0..self.keys() {
                add(self.mask.bias_at(i, j));
                add(self.hidden(i, j).count() as f64);
            }
        }
        sum
    }
}
