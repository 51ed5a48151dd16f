// The names, version and homepage that other files of a release repeat.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inRoot } from '../../root.mjs';

/** @typedef {{ name: string, productName: string, version: string, description: string, license: string }} Manifest */
/** @typedef {{ homepage: string, author: { name: string, email: string } }} Identity */
/** @typedef {{ appId: string, artifactName: string, extraMetadata: Identity, electronFuses: Record<string, boolean> }} Configuration */

/** @returns {Manifest} */
export const manifest = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/** @returns {Configuration} */
export const configuration = () => parse(readFileSync(inRoot('electron-builder.yml'), 'utf8'));

/** The app's id, in software centres too. */
export const softwareId = configuration().appId;
