/** A bug that once happened somewhere, as a replacement in one source file, and the tests that must notice it. */
export interface PlantedBug {
  /** What goes wrong, in a few words. */
  name: string;
  /** The rule of the specification that it breaks. */
  rule: string;
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Test files, or folders of them. */
  tests: string[];
  /** What the titles of the tests that are run match; all of them unless given. For a file that takes minutes. */
  titles?: string;
}
