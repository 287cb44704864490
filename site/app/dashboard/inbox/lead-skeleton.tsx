/** The words of the spec over three quiet cards that hold the place of the first leads. */
export function LeadSkeleton() {
  return (
    <div className="inbox-skeleton">
      <output>Loading messages...</output>
      {[1, 2, 3].map((place) => (
        <div aria-hidden="true" className="panel" key={place}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
