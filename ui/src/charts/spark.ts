// The curve of an experiment in a list: the best so far by generation, as the server tells it and as it goes on live.

type Spark = [number, number][]

/** More points than a curve the size of a word can show. */
const MOST = 120

/** The curve with one generation more. */
export function grown(spark: Spark, generation: number, value: number): Spark {
  const last = spark.at(-1)
  // A page that loads while events come in hears of some generations twice.
  if (last && generation <= last[0]) return spark
  const next: Spark = [...spark, [generation, Math.min(value, last?.[1] ?? Infinity)]]
  return next.length > MOST ? next.filter((_, place) => place % 2 === 0 || place === next.length - 1) : next
}
