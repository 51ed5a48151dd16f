/**
 * Keeps double braces in inline code as they are written: Vue would evaluate them.
 * @param {import('vitepress').MarkdownRenderer} markdown
 */
export function keepBraces(markdown) {
  markdown.core.ruler.push('braces', ({ tokens }) => {
    for (const { children } of tokens) {
      for (const token of children ?? []) if (token.type === 'code_inline') token.attrSet('v-pre', '');
    }
  });
}
