export const metadata = { title: 'Our Services · Fairlead' };

export default function Layout({ children }) {
  return (
    <html lang="en-CA">
      <body>{children}</body>
    </html>
  );
}
