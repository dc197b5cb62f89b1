//! The names that HeuristicLab and the literature give to operators: experiment files may use them.

/// The folder of an operator, a published name, and ours.
pub const PUBLISHED: &[(&str, &str, &str)] = &[
    ("creation", "UniformRandomRealVectorCreator", "uniform"),
    ("creation", "NormalDistributedRealVectorCreator", "normal"),
    ("creation", "GrowTreeCreator", "grow"),
    ("creation", "FullTreeCreator", "full"),
    ("creation", "RampedHalfAndHalfTreeCreator", "ramped_half_and_half"),
    ("creation", "ProbabilisticTreeCreator", "ptc2"),
    ("creation", "PTC2", "ptc2"),
    ("creation", "BalancedTreeCreator", "balanced"),
    ("crossover", "AverageCrossover", "average"),
    ("crossover", "BlendAlphaCrossover", "blend_alpha"),
    ("crossover", "BLX-alpha", "blend_alpha"),
    ("crossover", "BlendAlphaBetaCrossover", "blend_alpha_beta"),
    ("crossover", "BLX-alpha-beta", "blend_alpha_beta"),
    ("crossover", "CopyCrossover", "copy"),
    ("crossover", "DiscreteCrossover", "discrete"),
    ("crossover", "HeuristicCrossover", "heuristic"),
    ("crossover", "LocalCrossover", "local"),
    ("crossover", "RandomConvexCrossover", "random_convex"),
    ("crossover", "SimulatedBinaryCrossover", "simulated_binary"),
    ("crossover", "SBX", "simulated_binary"),
    ("crossover", "SinglePointCrossover", "single_point"),
    ("crossover", "UniformAllPositionsArithmeticCrossover", "uniform_all_arithmetic"),
    ("crossover", "UniformSomePositionsArithmeticCrossover", "uniform_some_arithmetic"),
    ("crossover", "SubtreeSwappingCrossover", "subtree"),
    ("crossover", "SubtreeCrossover", "subtree"),
    ("crossover", "DepthConstrainedCrossover", "depth_constrained"),
    ("crossover", "ContextAwareCrossover", "context_aware"),
    ("crossover", "DeterministicBestCrossover", "deterministic_best"),
    ("crossover", "SemanticSimilarityCrossover", "semantic_similarity"),
    ("crossover", "ProbabilisticFunctionalCrossover", "probabilistic_functional"),
    ("crossover", "DiversityPreservingCrossover", "diversity_preserving"),
    ("mutation", "BreederGeneticAlgorithmManipulator", "breeder"),
    ("mutation", "MichalewiczNonUniformAllPositionsManipulator", "non_uniform_all"),
    ("mutation", "MichalewiczNonUniformOnePositionManipulator", "non_uniform_one"),
    ("mutation", "NormalAllPositionsManipulator", "normal"),
    ("mutation", "SelfAdaptiveNormalAllPositionsManipulator", "self_adaptive_normal"),
    ("mutation", "PolynomialAllPositionManipulator", "polynomial_all"),
    ("mutation", "PolynomialOnePositionManipulator", "polynomial_one"),
    ("mutation", "UniformOnePositionManipulator", "uniform_one"),
    ("mutation", "ChangeNodeTypeManipulation", "change_node"),
    ("mutation", "FullTreeShaker", "shake_all"),
    ("mutation", "OnePointShaker", "shake_one"),
    ("mutation", "RemoveBranchManipulation", "remove_branch"),
    ("mutation", "ReplaceBranchManipulation", "replace_branch"),
    ("mutation", "HoistMutation", "hoist"),
    ("mutation", "SubroutineCreater", "create_function"),
    ("mutation", "SubroutineDeleter", "delete_function"),
    ("mutation", "SubroutineDuplicater", "duplicate_function"),
    ("mutation", "ArgumentCreater", "create_argument"),
    ("mutation", "ArgumentDeleter", "delete_argument"),
    ("mutation", "ArgumentDuplicater", "duplicate_argument"),
    ("selection", "BestSelector", "best"),
    ("selection", "CrowdedTournamentSelector", "crowded_tournament"),
    ("selection", "EpsilonLexicaseSelection", "epsilon_lexicase"),
    ("selection", "GenderSpecificSelector", "gender_specific"),
    ("selection", "GeneralizedRankSelector", "generalised_rank"),
    ("selection", "LinearRankSelector", "linear_rank"),
    ("selection", "NoSameMatesSelector", "no_same_mates"),
    ("selection", "ProportionalSelector", "proportional"),
    ("selection", "RandomSelector", "random"),
    ("selection", "TournamentSelector", "tournament"),
];

/// Our name of an operator of a folder that is given by either name.
pub fn ours<'n>(folder: &str, name: &'n str) -> &'n str {
    let row = PUBLISHED.iter().find(|(of, published, _)| *of == folder && *published == name);
    row.map_or(name, |(_, _, ours)| ours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators::all;

    #[test]
    fn every_published_name_is_an_operator_of_ours() {
        let known = all();
        for (folder, published, ours) in PUBLISHED {
            assert!(
                known.iter().any(|listed| (listed.folder, listed.name) == (*folder, *ours)),
                "{published}"
            );
            assert!(!known.iter().any(|listed| listed.name == *published), "{published}");
        }
        assert_eq!(ours("crossover", "SBX"), "simulated_binary");
        assert_eq!((ours("mutation", "hoist"), ours("mutation", "SBX")), ("hoist", "SBX"));
    }
}
