// The generated files under docs/.

import { fileURLToPath } from 'node:url';
import { describeControl } from '../openapi-control.ts';
import { describeService } from '../openapi.ts';
import { jsonText } from './markdown.ts';
import { proofsPage } from './proofs.ts';
import { referencePage } from './reference.ts';

interface GeneratedDocument {
  /** Absolute. */
  path: string;
  text: string;
}

const pathOf = (name: string) => fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url));

const jsonFile = (value: unknown) => `${jsonText(value)}\n`;

/** Each with its expected content. */
export const generateDocuments = async (): Promise<GeneratedDocument[]> => [
  { path: pathOf('emulator/reference.md'), text: await referencePage() },
  { path: pathOf('evidence/emulator-proofs.md'), text: proofsPage() },
  { path: pathOf('emulator/openapi-strict.json'), text: jsonFile(describeService('strict')) },
  { path: pathOf('emulator/openapi-extended.json'), text: jsonFile(describeService('extended')) },
  { path: pathOf('emulator/openapi-control.json'), text: jsonFile(describeControl()) },
];
