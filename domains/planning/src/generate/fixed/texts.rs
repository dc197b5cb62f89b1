//! The texts of the fixed tasks.

/// Moving the briefcase moves what is in it.
pub(super) const BRIEFCASE: &str = "(define (domain briefcase)
  (:requirements :strips :typing :conditional-effects :negative-preconditions)
  (:types place item)
  (:predicates (here ?p - place) (at ?i - item ?p - place) (in ?i - item))
  (:action move
    :parameters (?from ?to - place)
    :precondition (here ?from)
    :effect (and (here ?to) (not (here ?from))
      (forall (?i - item) (when (in ?i) (and (at ?i ?to) (not (at ?i ?from)))))))
  (:action put-in
    :parameters (?i - item ?p - place)
    :precondition (and (here ?p) (at ?i ?p) (not (in ?i)))
    :effect (in ?i))
  (:action take-out
    :parameters (?i - item)
    :precondition (in ?i)
    :effect (not (in ?i))))
";

pub(super) const BRIEFCASE_TASK: &str = "(define (problem briefcase-1)
  (:domain briefcase)
  (:objects home office bank - place paper coin - item)
  (:init (here home) (at paper home) (at coin bank))
  (:goal (and (at paper office) (at coin home) (here home) (not (in paper)))))
";

pub(super) const BRIEFCASE_PLAN: &str = "(put-in paper home)
(move home office)
(take-out paper)
(move office bank)
(put-in coin bank)
(move bank home)
";

/// Pressing a lamp toggles it and all lamps next to it.
pub(super) const LIGHTS: &str = "(define (domain lights)
  (:requirements :strips :typing :conditional-effects :universal-preconditions :negative-preconditions)
  (:types lamp)
  (:predicates (lit ?l - lamp) (flips ?switch ?l - lamp))
  (:action press
    :parameters (?s - lamp)
    :effect (forall (?l - lamp)
      (and (when (and (flips ?s ?l) (lit ?l)) (not (lit ?l)))
           (when (and (flips ?s ?l) (not (lit ?l))) (lit ?l))))))
";

pub(super) const LIGHTS_TASK: &str = "(define (problem lights-1)
  (:domain lights)
  (:objects a b c d e - lamp)
  (:init (lit a) (lit e)
    (flips a a) (flips a b)
    (flips b a) (flips b b) (flips b c)
    (flips c b) (flips c c) (flips c d)
    (flips d c) (flips d d) (flips d e)
    (flips e d) (flips e e))
  (:goal (forall (?l - lamp) (not (lit ?l)))))
";

pub(super) const LIGHTS_PLAN: &str = "(press a)
(press c)
(press d)
";

/// Power spreads from sources over lines whose two switches are closed; closing needs both ends without power.
pub(super) const NETWORK: &str = "(define (domain network)
  (:requirements :strips :typing :derived-predicates :negative-preconditions
    :disjunctive-preconditions :existential-preconditions)
  (:types station)
  (:predicates
    (line ?a ?b - station)
    (source ?s - station)
    (closed ?a ?b - station)
    (on ?s - station)
    (power ?s - station))
  (:derived (power ?s - station)
    (or (and (source ?s) (on ?s))
        (exists (?t - station) (and (power ?t) (or (closed ?s ?t) (closed ?t ?s))))))
  (:action close
    :parameters (?a ?b - station)
    :precondition (and (line ?a ?b) (not (closed ?a ?b)) (not (power ?a)) (not (power ?b)))
    :effect (closed ?a ?b))
  (:action switch-on
    :parameters (?s - station)
    :precondition (and (source ?s) (not (on ?s)))
    :effect (on ?s))
  (:action switch-off
    :parameters (?s - station)
    :precondition (on ?s)
    :effect (not (on ?s))))
";

pub(super) const NETWORK_TASK: &str = "(define (problem network-1)
  (:domain network)
  (:objects plant west middle east - station)
  (:init (source plant) (on plant) (line plant west) (line west middle) (line middle east))
  (:goal (and (power east) (power west))))
";

pub(super) const NETWORK_PLAN: &str = "(switch-off plant)
(close plant west)
(close west middle)
(close middle east)
(switch-on plant)
";

/// Paintings may only be moved while every guard is somewhere else or asleep.
pub(super) const GALLERY: &str = "(define (domain gallery)
  (:requirements :adl)
  (:types room guard painting)
  (:predicates
    (door ?a ?b - room)
    (thief ?r - room)
    (at ?g - guard ?r - room)
    (asleep ?g - guard)
    (hangs ?p - painting ?r - room)
    (taken ?p - painting))
  (:action walk
    :parameters (?from ?to - room)
    :precondition (and (thief ?from) (or (door ?from ?to) (door ?to ?from))
      (forall (?g - guard) (imply (at ?g ?to) (asleep ?g))))
    :effect (and (thief ?to) (not (thief ?from))))
  (:action drug
    :parameters (?g - guard)
    :precondition (and (not (asleep ?g))
      (exists (?r ?next - room) (and (thief ?r) (at ?g ?next) (or (door ?r ?next) (door ?next ?r)))))
    :effect (asleep ?g))
  (:action take
    :parameters (?p - painting)
    :precondition (and (not (taken ?p)) (exists (?r - room) (and (thief ?r) (hangs ?p ?r))))
    :effect (taken ?p)))
";

pub(super) const GALLERY_TASK: &str = "(define (problem gallery-1)
  (:domain gallery)
  (:objects entrance hall north south - room bert carl - guard sunrise harbour - painting)
  (:init (door entrance hall) (door hall north) (door hall south) (thief entrance)
    (at bert north) (at carl south) (hangs sunrise north) (hangs harbour hall))
  (:goal (and (forall (?p - painting) (taken ?p)) (not (thief north)))))
";

pub(super) const GALLERY_PLAN: &str = "(walk entrance hall)
(take harbour)
(drug bert)
(walk hall north)
(take sunrise)
(walk north hall)
";

/// Roads cost what their toll says; walking always costs the same.
pub(super) const TOLLS: &str = "(define (domain tolls)
  (:requirements :strips :typing :action-costs)
  (:types town)
  (:predicates (road ?a ?b - town) (path ?a ?b - town) (here ?t - town))
  (:functions (toll ?a ?b - town) - number (total-cost) - number)
  (:action drive
    :parameters (?from ?to - town)
    :precondition (and (here ?from) (road ?from ?to))
    :effect (and (here ?to) (not (here ?from)) (increase (total-cost) (toll ?from ?to))))
  (:action walk
    :parameters (?from ?to - town)
    :precondition (and (here ?from) (path ?from ?to))
    :effect (and (here ?to) (not (here ?from)) (increase (total-cost) 5))))
";

pub(super) const TOLLS_TASK: &str = "(define (problem tolls-1)
  (:domain tolls)
  (:objects a b c d e - town)
  (:init (here a) (= (total-cost) 0)
    (road a e) (= (toll a e) 20)
    (road a b) (= (toll a b) 2)
    (road b c) (= (toll b c) 1)
    (road c e) (= (toll c e) 7)
    (road b d) (= (toll b d) 0)
    (road d e) (= (toll d e) 9) (path d e))
  (:goal (here e))
  (:metric minimize (total-cost)))
";

pub(super) const TOLLS_PLAN: &str = "(drive a b)
(drive b d)
(walk d e)
";
