/**
 * Runs the lanes of some stages side by side. The stages of one lane follow one another; those that name none are taken
 * in their order by whichever lane comes to its end first, so that none stands idle while the other has work.
 *
 * @template {{ name: string, lane?: string }} Stage
 * @template Result
 * @param {Stage[]} stages
 * @param {string[]} lanes at least one
 * @param {(stage: Stage) => Promise<Result>} runStage must not reject: the other lanes would not be waited for
 * @param {(stage: Stage) => void} show called once for each stage, in the order of `stages`, as soon as it and all
 * before it have ended
 * @returns {Promise<Result[]>} in the order of `stages`
 */
export async function runInLanes(stages, lanes, runStage, show) {
  const results = new Map();
  let shown = 0;
  const runOne = async (stage) => {
    results.set(stage, await runStage(stage));
    for (; results.has(stages[shown]); shown += 1) show(stages[shown]);
  };
  const unbound = stages.filter(({ lane }) => lane === undefined);
  const runLane = async (lane) => {
    for (const stage of stages.filter((each) => each.lane === lane)) await runOne(stage);
    for (let next = unbound.shift(); next !== undefined; next = unbound.shift()) await runOne(next);
  };
  await Promise.all(lanes.map(runLane));
  return stages.map((stage) => results.get(stage));
}
