(define (problem three-balls) (:domain gripper)
  (:objects kitchen garden - room ball1 ball2 ball3 - ball left right - hand)
  (:init (robot-at kitchen) (free left) (free right) (at ball1 kitchen) (at ball2 kitchen) (at ball3 kitchen))
  (:goal (and (at ball1 garden) (at ball2 garden) (at ball3 garden))))
