; What electron-builder's installer doesn't do.
;
; Says at the end of an uninstall what stays on the computer, in the installer's languages. Not during an update, and not
; where nobody watches: both pass /S. The numbers are Windows' language ids, as in electron-builder's own messages.
LangString whatStays 1033 "Your reports, logbook and settings are still in $APPDATA\Pilot Companion. Delete that folder to remove them.$\r$\n$\r$\nSign-ins are in Windows Credential Manager under $\"Pilot Companion$\"."
LangString whatStays 1031 "Deine Berichte, dein Flugbuch und deine Einstellungen sind noch in $APPDATA\Pilot Companion. Lösche diesen Ordner, um sie zu entfernen.$\r$\n$\r$\nAnmeldungen sind in der Windows-Anmeldeinformationsverwaltung unter $\"Pilot Companion$\"."
LangString whatStays 1036 "Vos rapports, votre carnet de vol et vos réglages sont toujours dans $APPDATA\Pilot Companion. Supprimez ce dossier pour les effacer.$\r$\n$\r$\nLes connexions sont dans le Gestionnaire d’identification de Windows sous $\"Pilot Companion$\"."
LangString whatStays 3082 "Tus informes, tu libro de vuelo y tus ajustes siguen en $APPDATA\Pilot Companion. Elimina esa carpeta para borrarlos.$\r$\n$\r$\nLos inicios de sesión están en el Administrador de credenciales de Windows, en $\"Pilot Companion$\"."
LangString whatStays 1046 "Seus relatórios, sua caderneta e suas configurações continuam em $APPDATA\Pilot Companion. Exclua essa pasta para removê-los.$\r$\n$\r$\nOs logins estão no Gerenciador de Credenciais do Windows, em $\"Pilot Companion$\"."
LangString whatStays 1041 "レポート、ログブック、設定は $APPDATA\Pilot Companion に残っています。削除するには、このフォルダーを削除してください。$\r$\n$\r$\nサインイン情報は Windows 資格情報マネージャーの「Pilot Companion」にあります。"

; "Open with" offers the app for images. It doesn't become their viewer.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}" "FriendlyAppName" "${PRODUCT_NAME}"
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".png" ""
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".jpg" ""
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".jpeg" ""
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  ; The entry of a launch at login, which goes with the program but stays during an update.
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    ; What Electron registers for clicks on notifications (main/electron/system/app-id.ts).
    DeleteRegKey HKCU "Software\Classes\CLSID\{6F9D2C41-5B0E-4C37-9A64-1E8B7D3F2A95}"
  ${endIf}
  DeleteRegKey SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
  ; electron-builder makes a one-click uninstall silent after its question, so IfSilent would not tell.
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/S" $R1
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONINFORMATION "$(whatStays)"
  ${EndIf}
!macroend
