import { agency } from '../agency.ts';

/** One ruled line of names: it wraps, it never moves. */
export function Partners() {
  return (
    <section aria-labelledby="partners-title" className="band on-paper partners">
      <div className="page">
        <h2 className="caption" id="partners-title">
          Teams on our charts (sample names)
        </h2>
        <ul>
          {agency.partners.map((name) => (
            <li className="display" key={name}>
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
