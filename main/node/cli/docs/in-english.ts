// Imported first: the reference is in English, whatever language this computer has.
process.env['LC_ALL'] = 'en_GB.UTF-8';
