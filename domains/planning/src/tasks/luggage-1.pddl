(define (problem journey) (:domain luggage)
  (:objects home office - place pen map - thing)
  (:init (bag-at home) (at pen home) (at map office) (open))
  (:goal (and (at pen office) (at map home) (forall (?t - thing) (not (inside ?t))))))
