// The third-party packages in the app. The build replaces this module with dist/licences.json (build/plugins.ts).

export type Licence = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression such as `MIT` or `(MIT OR CC0-1.0)`. */
  readonly licence: string;
  readonly text: string;
};

/** Empty if the build could not list the packages. */
export const licences: readonly Licence[] = [];
