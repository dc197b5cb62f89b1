//! The names that HeuristicLab and the literature give to operators: experiment files may use them.

/// A published name, and ours.
pub const PUBLISHED: &[(&str, &str)] = &[
    ("UniformRandomRealVectorCreator", "uniform"),
    ("NormalDistributedRealVectorCreator", "normal"),
    ("GrowTreeCreator", "grow"),
    ("FullTreeCreator", "full"),
    ("RampedHalfAndHalfTreeCreator", "ramped_half_and_half"),
    ("ProbabilisticTreeCreator", "ptc2"),
    ("PTC2", "ptc2"),
    ("BalancedTreeCreator", "balanced"),
    ("AverageCrossover", "average"),
    ("BlendAlphaCrossover", "blend_alpha"),
    ("BLX-alpha", "blend_alpha"),
    ("BlendAlphaBetaCrossover", "blend_alpha_beta"),
    ("BLX-alpha-beta", "blend_alpha_beta"),
    ("CopyCrossover", "copy"),
    ("DiscreteCrossover", "discrete"),
    ("HeuristicCrossover", "heuristic"),
    ("LocalCrossover", "local"),
    ("RandomConvexCrossover", "random_convex"),
    ("SimulatedBinaryCrossover", "simulated_binary"),
    ("SBX", "simulated_binary"),
    ("SinglePointCrossover", "single_point"),
    ("UniformAllPositionsArithmeticCrossover", "uniform_all_arithmetic"),
    ("UniformSomePositionsArithmeticCrossover", "uniform_some_arithmetic"),
    ("SubtreeSwappingCrossover", "subtree"),
    ("SubtreeCrossover", "subtree"),
    ("DepthConstrainedCrossover", "depth_constrained"),
    ("ContextAwareCrossover", "context_aware"),
    ("DeterministicBestCrossover", "deterministic_best"),
    ("BreederGeneticAlgorithmManipulator", "breeder"),
    ("MichalewiczNonUniformAllPositionsManipulator", "non_uniform_all"),
    ("MichalewiczNonUniformOnePositionManipulator", "non_uniform_one"),
    ("NormalAllPositionsManipulator", "normal"),
    ("SelfAdaptiveNormalAllPositionsManipulator", "self_adaptive_normal"),
    ("PolynomialAllPositionManipulator", "polynomial_all"),
    ("PolynomialOnePositionManipulator", "polynomial_one"),
    ("UniformOnePositionManipulator", "uniform_one"),
    ("ChangeNodeTypeManipulation", "change_node"),
    ("FullTreeShaker", "shake_all"),
    ("OnePointShaker", "shake_one"),
    ("RemoveBranchManipulation", "remove_branch"),
    ("ReplaceBranchManipulation", "replace_branch"),
    ("HoistMutation", "hoist"),
    ("BestSelector", "best"),
    ("CrowdedTournamentSelector", "crowded_tournament"),
    ("EpsilonLexicaseSelection", "epsilon_lexicase"),
    ("GenderSpecificSelector", "gender_specific"),
    ("GeneralizedRankSelector", "generalised_rank"),
    ("LinearRankSelector", "linear_rank"),
    ("NoSameMatesSelector", "no_same_mates"),
    ("ProportionalSelector", "proportional"),
    ("RandomSelector", "random"),
    ("TournamentSelector", "tournament"),
];

/// Our name of an operator that is given by either name.
pub fn ours(name: &str) -> &str {
    PUBLISHED.iter().find(|(published, _)| *published == name).map_or(name, |(_, ours)| ours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators::all;

    #[test]
    fn every_published_name_is_an_operator_of_ours() {
        let known = all();
        for (published, ours) in PUBLISHED {
            assert!(known.iter().any(|listed| listed.name == *ours), "{published}");
            assert!(!known.iter().any(|listed| listed.name == *published), "{published}");
        }
        assert_eq!((ours("SBX"), ours("hoist"), ours("Hoist")), ("simulated_binary", "hoist", "Hoist"));
    }
}
