// The pages and forms for people outside the project. GitHub silently drops a form with a mistake.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root, textFiles } from '../architecture/source-files.ts';

const folder = join(root, '.github', 'ISSUE_TEMPLATE');
const forms = readdirSync(folder).filter((name) => name !== 'config.yml');
const read = (name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'));

const validations = z.strictObject({ required: z.boolean() });
const labelled = { label: z.string().min(1), description: z.string().optional() };
const question = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string() }) }),
  z.strictObject({
    type: z.enum(['input', 'textarea']),
    id: z.string(),
    attributes: z.strictObject({ ...labelled, placeholder: z.string().optional(), render: z.string().optional() }),
    validations: validations.optional(),
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    id: z.string(),
    attributes: z.strictObject({ ...labelled, options: z.array(z.string()).min(2) }),
    validations: validations.optional(),
  }),
  z.strictObject({
    type: z.literal('checkboxes'),
    id: z.string(),
    attributes: z.strictObject({
      ...labelled,
      options: z.array(z.strictObject({ label: z.string(), required: z.boolean().optional() })),
    }),
  }),
]);
const form = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string()),
  body: z.array(question).min(1),
});

describe('the forms for issues', () => {
  test.each(forms)('%s is one that GitHub accepts', (name) => {
    const { body } = form.parse(read(name));
    const asked = body.filter((one) => one.type !== 'markdown');
    expect(asked.length).toBeGreaterThan(0);
    for (const names of [asked.map(({ id }) => id), asked.map(({ attributes }) => attributes.label)])
      expect(new Set(names).size).toBe(names.length);
  });

  test('there is no issue without a form', () => {
    expect(forms.length).toBeGreaterThan(1);
    expect(read('config.yml')).toEqual({ blank_issues_enabled: false });
  });
});

test('the release checklist names every page that contains the placeholder address', () => {
  const checklist = readFileSync(join(root, 'docs/distributors/release-checklist.md'), 'utf8');
  const pages = textFiles().filter(
    ({ path, text }) => path.endsWith('.md') && text.includes('pilot-companion.example'),
  );
  // There is none once it is settled.
  expect(pages.map(({ path }) => path).filter((path) => !checklist.includes(path))).toEqual([]);
});
