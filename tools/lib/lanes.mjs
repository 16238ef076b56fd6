/**
 * Runs the lanes of some stages side by side; the stages of one lane follow one another.
 *
 * @template {{ lane: string }} Stage
 * @template Result
 * @param {Stage[]} stages
 * @param {(stage: Stage) => Promise<Result>} runStage must not reject: the other lanes would not be waited for
 * @param {(stage: Stage) => void} show called once for each stage, in the order of `stages`, as soon as it and all
 * before it have ended
 * @returns {Promise<Result[]>} in the order of `stages`
 */
export async function runInLanes(stages, runStage, show) {
  const results = new Map();
  let shown = 0;
  const runLane = async (lane) => {
    for (const stage of stages.filter((each) => each.lane === lane)) {
      results.set(stage, await runStage(stage));
      for (; results.has(stages[shown]); shown += 1) show(stages[shown]);
    }
  };
  await Promise.all([...new Set(stages.map(({ lane }) => lane))].map(runLane));
  return stages.map((stage) => results.get(stage));
}
