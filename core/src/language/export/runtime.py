import math


def clamp_finite(x):
    """Values are never NaN and stay within -1e9 and 1e9."""
    return 0.0 if x != x else 1e9 if x > 1e9 else -1e9 if x < -1e9 else x


def hold(x, most): return most if x > most else -most if x < -most else x


def magnitude(x): return abs(x)
def square_root(x): return math.sqrt(x)
def h_add(a, b): return clamp_finite(a + b)
def h_sub(a, b): return clamp_finite(a - b)
def h_mul(a, b): return clamp_finite(a * b)
def h_div(a, b): return 1.0 if abs(b) < 1e-6 else clamp_finite(a / b)
def h_neg(a): return -a
def h_less(a, b): return float(a < b)
def h_less_equal(a, b): return float(a <= b)
def h_greater(a, b): return float(a > b)
def h_greater_equal(a, b): return float(a >= b)
def h_and(a, b): return float(a != 0 and b != 0)
def h_or(a, b): return float(a != 0 or b != 0)
def h_xor(a, b): return float((a != 0) != (b != 0))
def h_not(a): return float(a == 0)
def h_if(c, a, b): return a if c != 0 else b
def h_min(a, b): return b if b < a else a
def h_max(a, b): return b if b > a else a


# Elementary functions of the platform: equal to those of Unstuck to 1e-12, relatively.
def platform_exp(x): return math.exp(x)
def platform_sin(x): return math.sin(x)
def platform_cos(x): return math.cos(x)
def platform_tan(x): return math.tan(x)
def platform_tanh(x): return math.tanh(x)
def platform_cbrt(x): return math.copysign(abs(x) ** (1.0 / 3.0), x)
def platform_pow(a, b):
    try: return math.inf if a == 0.0 and b < 0.0 else a ** b
    except OverflowError: return math.inf
def protected_log(x): return 0.0 if x < 1e-6 else math.log(x)
def protected_root(a, b): return a if abs(b) < 1e-6 else platform_pow(abs(a), 1.0 / b)
