// The one table of what the emulator serves and why: every field, parameter, error, transition, limit and sentence of the
// document of the service, and what the assumptions add. The generated pages, the OpenAPI descriptions and the tests use
// it. Values only.

import { flightRows } from './flight-rows.ts';
import { limitRows } from './limit-rows.ts';
import { readingRows } from './reading-rows.ts';
import { recordRows } from './record-rows.ts';
import type { ErrorRow, FieldRow, ParameterRow, Row } from './row.ts';
import { signInRows } from './sign-in-rows.ts';
import { tokenRows } from './token-rows.ts';
import { tokenStatusRows } from './token-status-rows.ts';

export const rows: readonly Row[] = [
  ...tokenRows,
  ...recordRows,
  ...flightRows,
  ...limitRows,
  ...signInRows,
  ...readingRows,
  ...tokenStatusRows,
];

export const fieldRows: readonly FieldRow[] = rows.filter((row) => row.kind === 'field');
export const parameterRows: readonly ParameterRow[] = rows.filter((row) => row.kind === 'parameter');
export const errorRows: readonly ErrorRow[] = rows.filter((row) => row.kind === 'error');

/** Whether a row applies to a mode. */
export const isIn = ({ mode }: Pick<Row, 'mode'>, served: 'strict' | 'extended'): boolean =>
  mode === 'both' || mode === served;
