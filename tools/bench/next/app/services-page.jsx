import Link from 'next/link';
import content from '../content.json';

/** The same text and links as our services page, from memory (ours reads them from its database). */
export function ServicesPage() {
  return (
    <>
      <header>
        <nav aria-label="Main">
          <ul>
            {content.links.map(({ href, text }, i) => (
              <li key={i}>
                <Link href={href} prefetch={false}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main>
        <h1>{content.title}</h1>
        <ul>
          {content.tiles.map(({ name, href, texts }) => (
            <li className="tile" key={href}>
              <h2>
                <Link href={href} prefetch={false}>
                  {name}
                </Link>
              </h2>
              {texts.map((text, i) => (
                <p key={i}>{text}</p>
              ))}
            </li>
          ))}
        </ul>
      </main>
      <footer>
        {content.footer.map((text, i) => (
          <p key={i}>{text}</p>
        ))}
      </footer>
    </>
  );
}
