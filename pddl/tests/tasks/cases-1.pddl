(define (problem office) (:domain cases)
  (:objects home office - place pen letter map - thing)
  (:init (at case home) (at pen home) (at letter home) (at map office) (sticky pen letter) (sealed))
  (:goal (and (at pen office) (at map home) (sealed) (not (inside pen)))))
