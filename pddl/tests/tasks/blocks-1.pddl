(define (problem three-blocks) (:domain blocks)
  (:objects a b c - block)
  (:init (on c a) (on-table a) (on-table b) (clear c) (clear b) (hand-free))
  (:goal (and (on a b) (on b c))))
