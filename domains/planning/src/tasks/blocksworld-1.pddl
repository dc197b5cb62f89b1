(define (problem turn-over) (:domain blocksworld)
  (:objects a b c d)
  (:init (on a b) (on b c) (on-table c) (on-table d) (clear a) (clear d) (hand-empty))
  (:goal (and (on c b) (on b a) (on a d))))
