#!/bin/sh
# Runs after the files are gone. dpkg gives a word as the first argument, rpm the number of versions that remain. During
# an update, rpm runs this after the new version is installed, so nothing may be removed then.
case "$1" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac

if command -v update-alternatives > /dev/null 2>&1; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}' || true
fi
if [ -L '/usr/bin/${executable}' ] && [ ! -e '/usr/bin/${executable}' ]; then rm -f '/usr/bin/${executable}'; fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  # In a chroot the kernel's profiles are those of another system.
  if apparmor_status --enabled > /dev/null 2>&1 && ! { command -v ischroot > /dev/null 2>&1 && ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi

if command -v update-desktop-database > /dev/null 2>&1; then
  update-desktop-database /usr/share/applications || true
fi

[ "$1" = purge ] && exit 0
echo 'Pilot Companion is removed. Reports, logbook and settings stay in ".config/Pilot Companion" of each home folder:'
echo 'delete that folder to remove them. Sign-ins stay in the keyring, under "Pilot Companion".'
