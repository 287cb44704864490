// Fetches what makes Markdown of HTML, at the first paste of HTML in a page.
import type { PastedMarkdown } from './clipboard-to-markdown.ts';

type Converter = (html: string) => PastedMarkdown | null;

let loaded: Converter | undefined;

/** Undefined before it was fetched. */
export function loadedConverter(): Converter | undefined {
  return loaded;
}

export async function loadConverter(): Promise<Converter> {
  const { clipboardToMarkdown } = await import('./clipboard-to-markdown.ts');
  loaded = (html) => {
    try {
      return clipboardToMarkdown(html, parseHtml);
    } catch (error) {
      // if the conversion fails, the plain text is pasted, so that nothing is lost
      reportError(error);
      return null;
    }
  };
  return loaded;
}

/** Nothing in such a document is run or loaded. */
function parseHtml(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}
