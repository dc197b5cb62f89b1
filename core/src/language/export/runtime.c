// Values are never NaN and stay within -1e9 and 1e9. Compile with -ffp-contract=off.
static inline double clamp_finite(double x) { return x != x ? 0.0 : x > 1e9 ? 1e9 : x < -1e9 ? -1e9 : x; }
static inline double hold(double x, double most) { return x > most ? most : x < -most ? -most : x; }
static inline double magnitude(double x) { return fabs(x); }
static inline double square_root(double x) { return sqrt(x); }
static inline double h_add(double a, double b) { return clamp_finite(a + b); }
static inline double h_sub(double a, double b) { return clamp_finite(a - b); }
static inline double h_mul(double a, double b) { return clamp_finite(a * b); }
static inline double h_div(double a, double b) { return fabs(b) < 1e-6 ? 1.0 : clamp_finite(a / b); }
static inline double h_neg(double a) { return -a; }
static inline double h_less(double a, double b) { return a < b; }
static inline double h_less_equal(double a, double b) { return a <= b; }
static inline double h_greater(double a, double b) { return a > b; }
static inline double h_greater_equal(double a, double b) { return a >= b; }
static inline double h_and(double a, double b) { return a != 0 && b != 0; }
static inline double h_or(double a, double b) { return a != 0 || b != 0; }
static inline double h_xor(double a, double b) { return (a != 0) != (b != 0); }
static inline double h_not(double a) { return a == 0; }
static inline double h_if(double c, double a, double b) { return c != 0 ? a : b; }
static inline double h_min(double a, double b) { return b < a ? b : a; }
static inline double h_max(double a, double b) { return b > a ? b : a; }

// Elementary functions made of exact steps: the same bits as Unstuck's own.
static inline double two_to(double k) { return ldexp(1.0, (int)k); }
static inline double exp_less_1(double r) {
    double sum = 1.0;
    for (double n = 14.0; n > 1.0; n -= 1.0) sum = 1.0 + sum * r / n;
    return sum * r;
}
static inline double exact_exp(double x) {
    double k = floor(x * 1.4426950408889634 + 0.5);
    double r = (x - k * 0.6931471803691238) - k * 1.9082149292705877e-10;
    return (1.0 + exp_less_1(r)) * two_to(k);
}
static inline double exact_log(double x) {
    int whole;
    double m = frexp(x, &whole), e = whole;
    if (m < 0.7071067811865475) { m *= 2.0; e -= 1.0; }
    double s = (m - 1.0) / (m + 1.0), z = s * s, sum = 0.0;
    for (double n = 23.0; n > 1.0; n -= 2.0) sum = (sum + 1.0 / n) * z;
    return e * 0.6931471803691238 + (2.0 * s + (2.0 * s * sum + e * 1.9082149292705877e-10));
}
static inline double exact_pow(double a, double b) {
    if (a == 0.0) return b < 0.0 ? INFINITY : b == 0.0 ? 1.0 : 0.0;
    double halves = floor(2.0 * fabs(b) + 0.5), f = fabs(b) - 0.5 * halves, n = floor(0.5 * halves);
    double power = 2.0 * n < halves ? sqrt(a) : 1.0, square = a;
    if (f != 0.0) power *= exact_exp(f * exact_log(a));
    while (n > 0.0) {
        double half = floor(0.5 * n);
        if (2.0 * half < n) power *= square;
        square *= square;
        n = half;
    }
    return b >= 0.0 ? power : power == 0.0 ? INFINITY : 1.0 / power;
}
static inline double exact_cbrt(double x) {
    if (x == 0.0) return x;
    double a = fabs(x), y = exact_exp(exact_log(a) / 3.0);
    y = y - (y - a / (y * y)) / 3.0;
    return x < 0.0 ? -y : y;
}
static inline double circle(double x, double *cosine) {
    double k = floor(x * 0.6366197723675814 + 0.5);
    double r = ((x - k * 1.570796251296997) - k * 7.549789415861596e-8) - k * 5.390302529957765e-15
        - k * 3.2820035428735005e-22;
    double z = r * r, s = 1.0, c = 1.0;
    for (double n = 18.0; n > 1.0; n -= 2.0) {
        s = 1.0 - s * z / (n * (n + 1.0));
        c = 1.0 - c * z / (n * (n - 1.0));
    }
    s *= r;
    double turn = k - 4.0 * floor(0.25 * k);
    *cosine = turn == 0.0 ? c : turn == 1.0 ? -s : turn == 2.0 ? -c : s;
    return turn == 0.0 ? s : turn == 1.0 ? c : turn == 2.0 ? -s : -c;
}
static inline double exact_tanh(double x) {
    if (x > 20.0) return 1.0;
    if (x < -20.0) return -1.0;
    double t = fabs(x) < 0.17 ? exp_less_1(2.0 * x) : exact_exp(2.0 * x) - 1.0;
    return t / (t + 2.0);
}
static inline double exact_sin(double x) { double c; return circle(x, &c); }
static inline double exact_cos(double x) { double c; circle(x, &c); return c; }
static inline double exact_tan(double x) { double c, s = circle(x, &c); return c == 0.0 ? 1e9 : s / c; }
static inline double protected_log(double x) { return x < 1e-6 ? 0.0 : exact_log(x); }
static inline double protected_root(double a, double b) { return fabs(b) < 1e-6 ? a : exact_pow(fabs(a), 1.0 / b); }
