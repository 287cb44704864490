import { expect, test } from 'vitest';
import { isDownloadableFile } from './is-downloadable-file.ts';

test.each([
  ['plan.pdf', 'application/pdf'],
  ['SCAN_0001.PDF', 'application/pdf'],
  ['site.jpg', 'image/jpeg'],
  ['quote.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['hours.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['notes.txt', 'text/plain'],
  ['invite.ics', 'text/calendar'],
  ['call.m4a', 'audio/mp4'],
])('B-172 %s with the bytes of %s is offered', (name, type) => {
  expect(isDownloadableFile(name, type)).toBe(true);
});

test.each(
  'chm application desktop command img vhdx vhd iso jnlp library-ms search-ms searchconnector-ms theme themepack wsc wsf exe com scr pif bat cmd ps1 js jse vbs vbe hta lnk url msi msix appx appinstaller reg inf cpl dll jar apk dmg pkg app workflow terminal webloc fileloc sh bash py pl rb swf svg html htm xhtml mht mhtml xml settingcontent-ms diagcab one docm xlsm xlsb xlam pptm doc xls ppt rtf iqy slk xll mdb accdb gadget scf zip rar 7z gz tar cab ace lzh udl rdp ica ovpn msg eps ps wasm cpgz mobileconfig ade crt cer deb rpm flatpakref AppImage run'.split(
    ' ',
  ),
)('B-172 .%s is not offered, whatever its bytes', (end) => {
  for (const type of [
    'text/plain',
    'application/octet-stream',
    'application/zip',
    'image/png',
    'application/pdf',
  ])
    expect(isDownloadableFile(`plan.pdf.${end}`, type)).toBe(false);
});

test.each([
  ['invoice.pdf', 'application/x-msdownload'],
  ['photo.jpg', 'application/x-elf'],
  ['quote.docx', 'application/x-cfb'],
  ['notes.txt', 'application/x-ms-shortcut'],
  ['pdf', 'application/pdf'],
  ['plan.pdf ', 'application/pdf'],
  ['', 'text/plain'],
])('B-172 “%s” with the bytes of %s is not offered', (name, type) => {
  expect(isDownloadableFile(name, type)).toBe(false);
});
