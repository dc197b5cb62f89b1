//! The Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998) with the seeding and the draws of numpy's legacy generator:
//! instances of published studies are given by their seeds.

const SIZE: usize = 624;

/// A generator.
#[derive(Debug, Clone)]
pub struct Mersenne {
    state: [u32; SIZE],
    place: usize,
}

impl Mersenne {
    /// As `numpy.random.seed(seed)`.
    pub fn new(seed: u32) -> Self {
        let mut state = [seed; SIZE];
        for place in 1..SIZE {
            let before = state[place - 1];
            state[place] = (before ^ before >> 30).wrapping_mul(1_812_433_253).wrapping_add(place as u32);
        }
        Self { state, place: SIZE }
    }

    fn refill(&mut self) {
        for place in 0..SIZE {
            let bits = self.state[place] & 0x8000_0000 | self.state[(place + 1) % SIZE] & 0x7fff_ffff;
            let odd = if bits & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[place] = self.state[(place + 397) % SIZE] ^ bits >> 1 ^ odd;
        }
        self.place = 0;
    }

    /// 32 random bits.
    pub fn bits(&mut self) -> u32 {
        if self.place == SIZE {
            self.refill();
        }
        let mut bits = self.state[self.place];
        self.place += 1;
        bits ^= bits >> 11;
        bits ^= bits << 7 & 0x9d2c_5680;
        bits ^= bits << 15 & 0xefc6_0000;
        bits ^ bits >> 18
    }

    /// From 0 to 1, with 53 bits, as `numpy.random.rand`.
    pub fn unit(&mut self) -> f64 {
        let (high, low) = (self.bits() >> 5, self.bits() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    /// A whole number from 0 to `most`, as `numpy.random.randint`: draws of as many bits as `most` has, until one fits.
    pub fn up_to(&mut self, most: u32) -> u32 {
        let mask = most.checked_ilog2().map_or(0, |bits| u32::MAX >> (31 - bits));
        loop {
            let drawn = self.bits() & mask;
            if drawn <= most {
                return drawn;
            }
        }
    }
}
