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

// Elementary functions of the platform: equal to those of Unstuck to 1e-12, relatively.
static inline double platform_exp(double x) { return exp(x); }
static inline double platform_sin(double x) { return sin(x); }
static inline double platform_cos(double x) { return cos(x); }
static inline double platform_tan(double x) { return tan(x); }
static inline double platform_tanh(double x) { return tanh(x); }
static inline double platform_cbrt(double x) { return cbrt(x); }
static inline double platform_pow(double a, double b) { return pow(a, b); }
static inline double protected_log(double x) { return x < 1e-6 ? 0.0 : log(x); }
static inline double protected_root(double a, double b) { return fabs(b) < 1e-6 ? a : pow(fabs(a), 1.0 / b); }
