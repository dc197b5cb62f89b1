// An experiment that ends within a second or two.

/** Its file; `more` follows the last section. */
export const tiny = (name, { head = '', test = 'jam:7', more = '' } = {}) => `format = 1
name = "${name}"
domain = "rush-hour"
${head}[data]
train = ["jam:1-2"]
validation = ["jam:5"]
test = ["${test}"]
[search]
limits = { expanded = 500 }
[genome]
kind = "weights"
features = ["blockers", "distance"]
[algorithm]
population = 6
[stop]
generations = 3
${more}`
