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


# Elementary functions made of exact steps: the same bits as Unstuck's own.
def exp_less_1(r):
    s, n = 1.0, 14.0
    while n > 1.0:
        s = 1.0 + s * r / n
        n -= 1.0
    return s * r


def exact_exp(x):
    k = float(math.floor(x * 1.4426950408889634 + 0.5))
    r = (x - k * 0.6931471803691238) - k * 1.9082149292705877e-10
    return (1.0 + exp_less_1(r)) * math.ldexp(1.0, int(k))


def exact_log(x):
    m, e = math.frexp(x)
    if m < 0.7071067811865475:
        m, e = 2.0 * m, e - 1
    s, total, n = (m - 1.0) / (m + 1.0), 0.0, 23.0
    z = s * s
    while n > 1.0:
        total = (total + 1.0 / n) * z
        n -= 2.0
    return e * 0.6931471803691238 + (2.0 * s + (2.0 * s * total + e * 1.9082149292705877e-10))


def exact_pow(a, b):
    if a == 0.0:
        return math.inf if b < 0.0 else 1.0 if b == 0.0 else 0.0
    halves = math.floor(2.0 * abs(b) + 0.5)
    f, n = abs(b) - 0.5 * halves, halves // 2
    power, square = math.sqrt(a) if halves % 2 else 1.0, a
    if f != 0.0:
        power *= exact_exp(f * exact_log(a))
    while n > 0:
        if n % 2:
            power *= square
        square *= square
        n //= 2
    return power if b >= 0.0 else math.inf if power == 0.0 else 1.0 / power


def exact_cbrt(x):
    if x == 0.0:
        return x
    a = abs(x)
    y = exact_exp(exact_log(a) / 3.0)
    y = y - (y - a / (y * y)) / 3.0
    return -y if x < 0.0 else y


def circle(x):
    k = float(math.floor(x * 0.6366197723675814 + 0.5))
    r = ((x - k * 1.570796251296997) - k * 7.549789415861596e-8) - k * 5.390302529957765e-15 - k * 3.2820035428735005e-22
    z, s, c, n = r * r, 1.0, 1.0, 18.0
    while n > 1.0:
        s = 1.0 - s * z / (n * (n + 1.0))
        c = 1.0 - c * z / (n * (n - 1.0))
        n -= 2.0
    s *= r
    return ((s, c), (c, -s), (-s, -c), (-c, s))[int(k) % 4]


def exact_tan(x):
    s, c = circle(x)
    return 1e9 if c == 0.0 else s / c


def exact_tanh(x):
    if x > 20.0:
        return 1.0
    if x < -20.0:
        return -1.0
    t = exp_less_1(2.0 * x) if abs(x) < 0.17 else exact_exp(2.0 * x) - 1.0
    return t / (t + 2.0)


def exact_sin(x): return circle(x)[0]
def exact_cos(x): return circle(x)[1]
def protected_log(x): return 0.0 if x < 1e-6 else exact_log(x)
def protected_root(a, b): return a if abs(b) < 1e-6 else exact_pow(abs(a), 1.0 / b)
