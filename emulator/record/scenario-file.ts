// The text of a scenario file, YAML or JSON by its extension.

export async function scenarioFileText(document: object, file: string): Promise<string> {
  if (file.toLowerCase().endsWith('.json')) return `${JSON.stringify(document, null, 2)}\n`;
  const { stringify } = await import('yaml');
  return stringify(document, { lineWidth: 120 });
}
