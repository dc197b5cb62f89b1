(define (problem two-cars) (:domain ferry)
  (:objects x y - car h1 h2 h3 - harbour)
  (:init (ferry-at h1) (car-at x h1) (car-at y h2))
  (:goal (and (car-at x h2) (car-at y h3))))
