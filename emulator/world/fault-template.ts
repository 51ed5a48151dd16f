// Templates in the responses of faults: `{{path}}` in a text, or in any text of a JSON body, becomes a value of the request.

const form = /\{\{\s*([\w.-]+)\s*\}\}/g;

const plainNames = ['method', 'path', 'query', 'pilot', 'clientId', 'now', 'count', 'fault'];
const named = /^(?:header|query|form)\.[\w-]+$/;

export const templateMessage = `templates with ${plainNames.join(', ')}, header.NAME, query.NAME or form.NAME`;

/** The unknown names in a body. */
export const unknownNames = (body: unknown): string[] =>
  [...JSON.stringify(body ?? '').matchAll(form)]
    .map(([, name = '']) => name)
    .filter((name) => !plainNames.includes(name) && !named.test(name));

/** Fills the templates; a text that is one template of a number becomes that number. */
export function fillTemplates(body: unknown, valueOf: (name: string) => string | number): unknown {
  if (typeof body === 'string') {
    if (!body.includes('{{')) return body;
    const [whole, name] = new RegExp(`^${form.source}$`).exec(body) ?? [];
    if (whole !== undefined && name !== undefined) return valueOf(name);
    return body.replaceAll(form, (_all, one: string) => String(valueOf(one)));
  }
  if (Array.isArray(body)) return body.map((item) => fillTemplates(item, valueOf));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, fillTemplates(member, valueOf)]));
}
