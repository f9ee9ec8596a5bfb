//! The lines that cost most.

use crate::harness::protocol::HotLine;
use crate::sim::LineCounters;
use crate::sim::estimate::{INSTRUCTIONS, Limit};

/// The lines of the launch, the dearest first, by what `limiter` is spent on; by instructions where it is not known.
pub(super) fn hottest(lines: &[LineCounters], limiter: Option<Limit>) -> Vec<HotLine> {
    let (of, spent) = [limiter.map_or(INSTRUCTIONS, Limit::spent), INSTRUCTIONS]
        .into_iter()
        .find(|(_, spent)| lines.iter().any(|line| spent(line) > 0))
        .unwrap_or(INSTRUCTIONS);
    let total: u64 = lines.iter().map(spent).sum();
    let mut hot: Vec<&LineCounters> = lines.iter().filter(|line| spent(line) > 0).collect();
    hot.sort_by_key(|line| {
        let then = (line.subgroup_instructions, u32::MAX - line.line);
        std::cmp::Reverse((spent(line), then))
    });
    hot.into_iter()
        .map(|line| HotLine { line: line.line, share: spent(line) as f64 / total as f64, of: of.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line: u32, subgroup_instructions: u64, global_sectors: u64) -> LineCounters {
        LineCounters { line, subgroup_instructions, global_sectors, ..LineCounters::default() }
    }

    #[test]
    fn lines_are_ranked_by_what_limits_the_launch() {
        let lines = [line(3, 100, 10), line(4, 1, 30), line(5, 7, 0)];
        let by_memory = hottest(&lines, Some(Limit::Dram));
        assert_eq!((by_memory[0].line, by_memory[0].share), (4, 0.75));
        assert_eq!(by_memory.len(), 2);
        assert_eq!(hottest(&lines, Some(Limit::Issue))[0].line, 3);
    }

    #[test]
    fn where_no_line_spends_what_limits_the_launch_instructions_rank_them() {
        let lines = [line(3, 1, 0), line(4, 2, 0)];
        let hot = hottest(&lines, Some(Limit::Dram));
        assert_eq!((hot[0].line, hot[0].of.as_str()), (4, "instructions"));
        assert_eq!(hottest(&[], None), []);
    }
}
