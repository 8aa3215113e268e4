// How hard a text is to read: what of a Markdown file is prose, its sentences, and its grade. Used by prose.test.ts.

/** What is read as text: no code and no marks. Each cell of a table is a paragraph. */
export function proseOf(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?^---\n/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^([ \t]*)```[\s\S]*?^\1```/gm, "")
    .replace(/\n(?:\n {4}.*(?:\n {4}.*)*)+\n/g, "\n")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/`[^`\n]*`/g, "code")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^ *\|[-| :]*$/gm, "")
    .replace(/^ *\|.*$/gm, (row) => row.replaceAll("|", "\n\n"))
    .replace(/[*_]/g, "");
}

const wordsOf = (text: string): string[] => text.match(/[A-Za-z']+/g) ?? [];

/** A colon ends a sentence only where a list or a block follows. */
const sentencesOf = (prose: string): string[] =>
  prose
    .split(/[.!?](?=[\s)"]|$)|\n\n|:\n|\n(?= *[-\d#])/)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => /\w/.test(sentence));

/** The sentences that have more words than a reader should hold. */
export const longerThan = (words: number, prose: string): string[] =>
  sentencesOf(prose).filter((sentence) => wordsOf(sentence).length > words);

/** Flesch and Kincaid's grade, in years of school: long sentences and words of three syllables make it rise. Names and headings do not count. */
export function gradeOf(prose: string): number {
  const sentences = sentencesOf(prose)
    .map(wordsOf)
    .filter((words) => words.length >= 4);
  if (sentences.length === 0) return 0;
  const words = sentences.flat();
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

/** Groups of vowels, without an e that is not spoken. */
function syllablesOf(word: string): number {
  const spoken = word.toLowerCase().replace(/(?:[^laeiouy]es|[^laeiouytd]ed|[^laeiouy]e)$/, "");
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0);
}
