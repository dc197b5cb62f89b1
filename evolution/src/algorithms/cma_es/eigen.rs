//! Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations.

/// C = B·diag(values)·Bᵀ.
pub struct Eigen {
    n: usize,
    values: Vec<f64>,
    /// The columns are the eigenvectors; row by row.
    vectors: Vec<f64>,
}

/// Decomposes a symmetric matrix of n rows.
pub fn decompose(matrix: &[f64], n: usize) -> Eigen {
    let mut a = matrix.to_vec();
    let mut vectors = vec![0.0; n * n];
    for place in 0..n {
        vectors[place * n + place] = 1.0;
    }
    let size: f64 = (0..n).map(|place| a[place * n + place] * a[place * n + place]).sum();
    // Each sweep squares the error; a handful is enough.
    for _ in 0..50 {
        let off: f64 =
            (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i * n + j].powi(2)).sum();
        if off <= 1e-24 * size {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, n, p, q);
            }
        }
    }
    Eigen { n, values: (0..n).map(|place| a[place * n + place]).collect(), vectors }
}

/// Makes the entry (p, q) zero.
fn rotate(a: &mut [f64], vectors: &mut [f64], n: usize, p: usize, q: usize) {
    let entry = a[p * n + q];
    if entry.abs() < 1e-300 {
        return;
    }
    let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * entry);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let t = if theta == 0.0 { 1.0 } else { t };
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for k in 0..n {
        let (kp, kq) = (a[k * n + p], a[k * n + q]);
        a[k * n + p] = c * kp - s * kq;
        a[k * n + q] = s * kp + c * kq;
    }
    for k in 0..n {
        let (pk, qk) = (a[p * n + k], a[q * n + k]);
        a[p * n + k] = c * pk - s * qk;
        a[q * n + k] = s * pk + c * qk;
    }
    for k in 0..n {
        let (kp, kq) = (vectors[k * n + p], vectors[k * n + q]);
        vectors[k * n + p] = c * kp - s * kq;
        vectors[k * n + q] = s * kp + c * kq;
    }
}

impl Eigen {
    /// B·diag(f(values))·Bᵀ·x.
    pub fn apply(&self, x: &[f64], f: impl Fn(f64) -> f64) -> Vec<f64> {
        let n = self.n;
        let along: Vec<f64> = (0..n)
            .map(|column| {
                f(self.values[column])
                    * (0..n).map(|row| self.vectors[row * n + column] * x[row]).sum::<f64>()
            })
            .collect();
        self.combine(&along)
    }

    /// B·diag(√values)·x: round draws in the shape of the matrix.
    pub fn shape(&self, x: &[f64]) -> Vec<f64> {
        let along: Vec<f64> = self.values.iter().zip(x).map(|(value, x)| value.max(0.0).sqrt() * x).collect();
        self.combine(&along)
    }

    fn combine(&self, along: &[f64]) -> Vec<f64> {
        let n = self.n;
        (0..n).map(|row| (0..n).map(|column| self.vectors[row * n + column] * along[column]).sum()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_make_the_matrix() {
        let matrix = [4.0, 1.0, -2.0, 1.0, 3.0, 0.5, -2.0, 0.5, 5.0];
        let eigen = decompose(&matrix, 3);
        for (row, unit) in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].iter().enumerate() {
            let column = eigen.apply(unit, |value| value);
            for (entry, place) in column.iter().zip(0..) {
                assert!((entry - matrix[place * 3 + row]).abs() < 1e-12);
            }
        }
    }
}
