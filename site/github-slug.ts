// The anchor that GitHub gives a heading. The site gives the same, so that one link works in both places.

/** "5. Memory & launches" gives "5-memory--launches". */
export function githubSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");
}
