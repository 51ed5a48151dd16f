/**
 * The anchor of a heading as GitHub makes it, so that a link to a heading works in the repository and on the site.
 * @param {string} heading
 */
export const headingAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
