export function LeadSkeleton() {
  return (
    <div className="inbox-skeleton">
      <output>Loading messages...</output>
      {[1, 2, 3].map((card) => (
        <div aria-hidden="true" className="panel" key={card}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
