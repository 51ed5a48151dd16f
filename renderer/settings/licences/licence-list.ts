// What the app contains by other authors. The build puts the list of dist/licenses.json here (build/license-texts.ts).

export type Licence = {
  readonly name: string;
  readonly version: string;
  /** As npm names it, such as `MIT` or `(MIT OR CC0-1.0)`. */
  readonly licence: string;
  readonly text: string;
};

/** Empty if the list could not be made. */
export const licences: readonly Licence[] = [];
