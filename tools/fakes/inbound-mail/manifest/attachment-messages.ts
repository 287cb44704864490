import type { CorpusMessage } from '../corpus-message.ts';

/** Files: checked by their bytes. */
export const attachmentMessages: CorpusMessage[] = [
  {
    id: 'attachment-pdf',
    is: 'A PDF',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Here is the list.' },
    attachments: [{ name: 'pages.pdf', type: 'application/pdf', sizeBytes: 587, outcome: 'kept' }],
  },
  {
    id: 'attachment-empty-body',
    is: 'Empty text and a PDF',
    way: { joins: 'lead-ana' },
    attachments: [{ name: 'plan.pdf', type: 'application/pdf', sizeBytes: 587, outcome: 'kept' }],
  },
  {
    id: 'attachment-no-multipart',
    is: 'The whole mail is a PDF (a scanner)',
    way: { joins: 'lead-ana' },
    attachments: [{ name: 'SCAN_0001.PDF', type: 'application/pdf', sizeBytes: 587, outcome: 'kept' }],
  },
  {
    id: 'attachment-name-2231-french',
    is: 'File name in RFC 2231 pieces',
    way: { joins: 'lead-genevieve' },
    french: true,
    visible: { exactly: 'Voici le devis.' },
    attachments: [
      { name: 'devis révisé décembre.pdf', type: 'application/pdf', sizeBytes: 587, outcome: 'kept' },
    ],
  },
  {
    id: 'attachment-name-2047-french',
    is: 'File name in an RFC 2047 word inside a parameter (Outlook)',
    way: { joins: 'lead-luc' },
    french: true,
    visible: { exactly: 'Voici la facture.' },
    attachments: [{ name: 'facture noël.pdf', type: 'application/pdf', sizeBytes: 587, outcome: 'kept' }],
  },
  {
    id: 'attachment-path-in-name',
    is: 'A file name that climbs out of its folder',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Look.' },
    attachments: [
      {
        name: 'logo.png',
        type: 'image/png',
        sizeBytes: 83,
        outcome: 'kept',
        note: 'no part of the path may be used',
      },
    ],
  },
  {
    id: 'attachment-exe-named-pdf',
    is: 'A program named .pdf',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Invoice attached.' },
    attachments: [
      { name: 'invoice.pdf', type: 'application/x-msdownload', sizeBytes: 256, outcome: 'refused' },
    ],
  },
  {
    id: 'attachment-double-extension',
    is: 'A program named .pdf.exe, labelled as a picture',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Photo.' },
    attachments: [
      { name: 'photo.pdf.exe', type: 'application/x-msdownload', sizeBytes: 256, outcome: 'refused' },
    ],
  },
  {
    id: 'attachment-wrong-extension',
    is: 'A JPEG named .png and labelled so',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'The logo.' },
    attachments: [{ name: 'logo.png', type: 'image/jpeg', sizeBytes: 546, outcome: 'kept' }],
  },
  {
    id: 'attachment-octet-stream-picture',
    is: 'A GIF and a WebP labelled application/octet-stream',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Two more.' },
    attachments: [
      { name: 'anim.gif', type: 'image/gif', sizeBytes: 74, outcome: 'kept' },
      { name: 'photo.webp', type: 'image/webp', sizeBytes: 76, outcome: 'kept' },
    ],
  },
  {
    id: 'attachment-svg',
    is: 'An SVG with a script',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Vector logo.' },
    notVisible: ['alert('],
    neverLoaded: ['https://track.example/s'],
    attachments: [
      { name: 'logo.svg', type: 'image/svg+xml', sizeBytes: 152, outcome: 'either', neverPicture: true },
    ],
  },
  {
    id: 'attachment-html',
    is: 'An HTML file, which must never open under our domain',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Open the file.' },
    notVisible: ['Fake sign-in'],
    attachments: [
      {
        name: 'secure-message.html',
        type: 'text/html',
        sizeBytes: 51,
        outcome: 'either',
        neverPicture: true,
      },
    ],
  },
  {
    id: 'attachment-zip',
    is: 'A zip of two texts',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'All texts.' },
    attachments: [{ name: 'texts.zip', type: 'application/zip', sizeBytes: 209, outcome: 'either' }],
  },
  {
    id: 'attachment-docx-french',
    is: 'A Word document',
    way: { joins: 'lead-genevieve' },
    french: true,
    visible: { exactly: 'Le texte de la page.' },
    attachments: [
      {
        name: 'page.docx',
        type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        sizeBytes: 810,
        outcome: 'kept',
      },
    ],
  },
  {
    id: 'attachment-zip-bomb',
    is: 'A zip whose contents are a thousand times as large; nothing may unpack it',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Archive.' },
    attachments: [{ name: 'archive.zip', type: 'application/zip', sizeBytes: 9052, outcome: 'either' }],
  },
  {
    id: 'attachment-twelve',
    is: 'Twelve pictures',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'The whole set.' },
    attachments: [
      { name: 'photo-01.png', type: 'image/png', sizeBytes: 73, outcome: 'kept' },
      { name: 'photo-02.png', type: 'image/png', sizeBytes: 74, outcome: 'kept' },
      { name: 'photo-03.png', type: 'image/png', sizeBytes: 74, outcome: 'kept' },
      { name: 'photo-04.png', type: 'image/png', sizeBytes: 74, outcome: 'kept' },
      { name: 'photo-05.png', type: 'image/png', sizeBytes: 74, outcome: 'kept' },
      { name: 'photo-06.png', type: 'image/png', sizeBytes: 75, outcome: 'kept' },
      { name: 'photo-07.png', type: 'image/png', sizeBytes: 76, outcome: 'kept' },
      { name: 'photo-08.png', type: 'image/png', sizeBytes: 76, outcome: 'kept' },
      { name: 'photo-09.png', type: 'image/png', sizeBytes: 76, outcome: 'either' },
      { name: 'photo-10.png', type: 'image/png', sizeBytes: 76, outcome: 'either' },
      { name: 'photo-11.png', type: 'image/png', sizeBytes: 76, outcome: 'either' },
      { name: 'photo-12.png', type: 'image/png', sizeBytes: 77, outcome: 'either' },
    ],
  },
  {
    id: 'attachment-same-name',
    is: 'Three attachments of one name',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'Same names.' },
    attachments: [
      { name: 'image.png', type: 'image/png', sizeBytes: 73, outcome: 'kept' },
      { name: 'image.png', type: 'image/png', sizeBytes: 74, outcome: 'kept' },
      { name: 'image.png', type: 'image/png', sizeBytes: 74, outcome: 'kept' },
    ],
  },
  {
    id: 'attachment-without-name',
    is: 'A picture without a name or disposition',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'No name.' },
    attachments: [
      { name: '', type: 'image/png', sizeBytes: 83, outcome: 'kept', note: 'gets a name of the product' },
    ],
  },
  {
    id: 'attachment-25-mb',
    is: 'A file of 25 MB; the bytes are generated where the placeholder stands',
    way: { joins: 'lead-ana' },
    visible: { exactly: 'The video.' },
    attachments: [
      {
        name: 'tour.mp4',
        type: 'video/mp4',
        sizeBytes: 26214400,
        outcome: 'refused',
        note: 'too large, and zeros are no video',
      },
    ],
  },
];
