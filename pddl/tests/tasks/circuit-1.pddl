(define (problem lamps) (:domain circuit)
  (:objects s a b c - node)
  (:init (source s) (wire s a) (wire a b) (wire b c) (wire s c) (closed s a) (closed a b))
  (:goal (and (powered c) (powered b) (repaired b) (repaired a))))
