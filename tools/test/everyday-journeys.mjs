/** The tag of journeys that `npm run test:all` and a run that names them play, and `npm test` does not. */
const rarely = '@rarely';

/** A reporter that leaves out the journeys tagged `@rarely`, and notes in its report how many of all these are. */
export default class EverydayJourneys {
  /** @param {{ config: import('@playwright/test/reporter').FullConfig, suite: import('@playwright/test/reporter').Suite, testRun: import('@playwright/test/reporter').TestRun }} run */
  async preprocess({ config, suite, testRun }) {
    const all = suite.allTests();
    const left = all.filter(({ tags }) => tags.includes(rarely));
    for (const one of left) testRun.exclude(one);
    config.metadata.leftOut = `${left.length} of ${all.length}`;
  }
}
